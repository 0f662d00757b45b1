import type { FaceMode } from '#shared/recognition/face.contract.ts'
import { faceModes, type SettingsValues } from './settings-values.ts'

/** Parts that two people may change beside one another; the bands count mode by mode. */
export type SettingsPart = Exclude<keyof SettingsValues, 'bands'> | `bands.${FaceMode}`

const plainParts = [
  'capMinor',
  'galleryHours',
  'fallbackDays',
  'chooseByName',
  'keepsPictures',
  'acceptedWording',
] as const

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Where two differ. */
function partsChanged(from: SettingsValues, to: SettingsValues): SettingsPart[] {
  return [
    ...plainParts.filter((part) => !isSame(from[part], to[part])),
    ...faceModes
      .filter((mode) => !isSame(bandOf(from, mode), bandOf(to, mode)))
      .map((mode) => `bands.${mode}` as const),
  ]
}

/** Keys in one order, however they came. */
const bandOf = ({ bands }: SettingsValues, mode: FaceMode) => {
  const { accept, ask, margin, mostPeople } = bands[mode]
  return [accept, ask, margin, mostPeople]
}

/** What was changed here, on top of what is there now. */
function withParts(there: SettingsValues, mine: SettingsValues, parts: readonly SettingsPart[]): SettingsValues {
  const bands = { ...there.bands }
  for (const mode of faceModes) if (parts.includes(`bands.${mode}`)) bands[mode] = mine.bands[mode]
  const plain = Object.fromEntries(plainParts.filter((part) => parts.includes(part)).map((part) => [part, mine[part]]))
  return { ...there, ...plain, bands }
}

/**
 * What is to be saved when somebody else may have saved meanwhile: only what was changed here. `clashes` are the parts that
 * both have changed, and not to the same; `kept` is what stands after both, with theirs in the clashing parts.
 */
export function mergeSettings(opened: SettingsValues, mine: SettingsValues, there: SettingsValues) {
  const changed = partsChanged(opened, mine)
  const theirs = partsChanged(opened, there)
  const clashes = changed.filter((part) => theirs.includes(part) && partsChanged(mine, there).includes(part))
  const merged = withParts(there, mine, changed)
  const kept = withParts(
    there,
    mine,
    changed.filter((part) => !clashes.includes(part)),
  )
  return { changes: changesOf(merged, changed), clashes, kept }
}

/** The parts as the server takes them: bands all four at once. */
function changesOf(merged: SettingsValues, changed: readonly SettingsPart[]): Partial<SettingsValues> {
  const hasBands = changed.some((part) => part.startsWith('bands.'))
  const plain = Object.fromEntries(
    plainParts.filter((part) => changed.includes(part)).map((part) => [part, merged[part]]),
  )
  return { ...plain, ...(hasBands && { bands: merged.bands }) }
}
