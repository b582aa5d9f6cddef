"""Facts about what lies on the table and what is forbidden there."""
