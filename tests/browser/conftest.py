"""One server and one phone for all tests of a run; a browser that falls ill is replaced, and its test begins anew."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from chromium import PAUSES, driver, is_ill
from selenium.webdriver.chrome.webdriver import WebDriver
from shots import measured, serve

PHONE = (360, 740)


class Phone:
    """A browser as narrow as a phone, and the one that follows it when it falls ill."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self.browser = self._stack.enter_context(driver(*PHONE))

    def replaced(self) -> WebDriver:
        """A fresh one; the old one is put away."""
        self.put_away()
        self.browser = self._stack.enter_context(driver(*PHONE))
        return self.browser

    def put_away(self) -> None:
        """Close it."""
        self._stack.close()


@pytest.fixture(scope="session")
def base() -> str:
    return serve()


@pytest.fixture(scope="session")
def phone() -> Iterator[Phone]:
    held = Phone()
    yield held
    held.put_away()


@pytest.fixture
def browser(phone: Phone) -> WebDriver:
    return phone.browser


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test; where its browser falls ill, which is no fault of a page, once more with a fresh one."""
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for pause in PAUSES:
        try:
            if "browser" in given:
                measured(given["browser"], *PHONE)
            pyfuncitem.obj(**given)
            return True
        except Exception as fault:
            if not is_ill(fault):
                raise
        time.sleep(pause)
        if "browser" in given:
            pyfuncitem.funcargs["browser"] = given["browser"] = pyfuncitem.funcargs["phone"].replaced()
    return None  # a last time, as any test is run
