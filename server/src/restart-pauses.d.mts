/**
 * How long to wait before a process is started again: longer each time, unless it had run well for a while. Answers the pause, in
 * milliseconds, after one that has lived so long; what never came up has lived 0.
 */
export declare function restartPauses(longestMs?: number): (livedMs: number) => number
