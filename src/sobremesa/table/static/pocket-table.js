// The page of a table that is played on this device alone.

import "./pocket.js";
import "./table.js";
