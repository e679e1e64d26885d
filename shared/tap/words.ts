// Sentences about tapped sessions that several places say alike. Pure.

/** Why a tapped session can't be started, stopped, restarted or sent to. */
export const tappedWhy = 'It is tapped: its real host runs it, and only that one can start, stop or ask it.';
/** Why deadlines can't be frozen there. */
export const tappedClock = 'The real host’s deadlines run on while a frame is held.';
