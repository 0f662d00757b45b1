/** How much more or less may be in a drawer without a word, unless the school says otherwise: 2.00, or 0.200 in fils. */
export const usualCashTolerance = 200
