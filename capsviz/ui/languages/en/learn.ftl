title = Learn
