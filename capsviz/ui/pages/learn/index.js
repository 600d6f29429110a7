/* The Learn page: lessons that are read, touched and guessed at, one step at a time. */

import { LessonPlayer } from "./player.js";

const players = new WeakMap();

export default function (component) {
  const root = component.parentElement.querySelector(".cv-learn");
  let player = players.get(root);
  if (!player) {
    player = new LessonPlayer(root);
    players.set(root, player);
  }
  player.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected) return;
    player.close();
    players.delete(root);
  };
}
