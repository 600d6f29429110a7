title = Claims
