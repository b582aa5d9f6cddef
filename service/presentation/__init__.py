"""What people see beside the answers themselves.

plain_text  an answer as text for a terminal, a chat or a bot
page_words  the words of the pages, and which language to speak
accuracy    how often the desk was right
"""
