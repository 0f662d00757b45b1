// chunk: fees
/** Returns a name, code or reference for a sentence, isolated: it keeps its own direction and turns nothing round beside it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
