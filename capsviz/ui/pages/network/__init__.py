"""The whole network on one canvas, from pixels to the picture it paints."""
