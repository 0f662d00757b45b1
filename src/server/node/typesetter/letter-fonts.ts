import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = (name: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`))

/** Font families by weight, in the template's order: the second has to contain what the first lacks. */
const families = {
  regular: [
    file('ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    file('noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ],
  bold: [
    file('ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf'),
    file('noto-sans/700Bold/NotoSans_700Bold.ttf'),
  ],
}

export interface LetterFonts {
  regular: readonly Uint8Array[]
  bold: readonly Uint8Array[]
}

const readAll = (paths: readonly string[]) => Promise.all(paths.map((path) => readFile(path)))

/**
 * Reads the fonts of our letters, from packages, so that every machine has the same. Noto's Arabic is excluded: text copied from
 * a document set in it is unreadable.
 */
export const readLetterFonts = async (): Promise<LetterFonts> => ({
  regular: await readAll(families.regular),
  bold: await readAll(families.bold),
})
