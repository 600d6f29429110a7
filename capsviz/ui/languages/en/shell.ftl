### Messages of the header, and of what surrounds a page.

language = language
