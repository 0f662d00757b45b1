// chunk: hardware-base
const settings = () => import('./hardware-settings.ts')

/** The numbers under which what was scanned may be known, the likeliest first; as it came where the settings cannot be read. */
export const readScan = (code: string): Promise<string[]> =>
  settings()
    .then((it) => it.cardNosHere(code))
    .catch(() => [code])

/** The number of a scanned card as every reader of the school has it. */
export const readCard = (code: string): Promise<string> =>
  settings()
    .then((it) => it.cardNoHere(code))
    .catch(() => code)
