/* The Learn page: lessons that are read, touched and guessed at, one step at a time. */

import { showPage } from "../../browser/page.js";
import { LessonPlayer } from "./player.js";

export default showPage(LessonPlayer);
