// chunk: frame
/** The digits of Arabic (٠–٩) and Persian (۰–۹) keyboards as 0–9; everything else as it is. */
export const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
