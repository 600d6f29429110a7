row-name =
    { $key ->
        [to] { $first }° to { $second }°
        [turned-by-to] { $first }, turned by { $second }° to { $third }°
       *[other] { $title }
    }
