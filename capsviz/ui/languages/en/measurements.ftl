row-name =
    { $key ->
        [overlap-cnn] CNN for overlap
        [overlap-cnn-directions-of-it] CNN for overlap: { $first } directions of its hidden layer
        [overlap-cnn-hidden-layer] CNN for overlap: hidden layer
        [self-routing] self-routing
        [sprites-cnn] CNN for sprites
        [to] { $first }° to { $second }°
        [turned-by-to] { $first }, turned by { $second }° to { $third }°
       *[other] { $title }
    }
