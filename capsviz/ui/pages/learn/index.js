/* The Learn page: lessons that are read, touched and guessed at, one step at a time. */

import { mountPage } from "../../browser/mount.js";
import { LessonPlayer } from "./player.js";

export default mountPage(".cv-learn", "lessonPlayer", LessonPlayer);
