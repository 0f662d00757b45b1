import type { FaceSettings } from '#shared/faces/face-settings.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, parseDecimalText, toDecimalText, zero } from '#shared/kernel/money.ts'
import type { FaceMode } from '#shared/recognition/face.contract.ts'

export const faceModes = ['one', 'few', 'school', 'group'] as const satisfies readonly FaceMode[]
export const bandKeys = ['accept', 'ask', 'margin', 'mostPeople'] as const
export type BandKey = (typeof bandKeys)[number]

/** What a school sets about faces, without what it is told. */
export type SettingsValues = Pick<
  FaceSettings,
  'bands' | 'capMinor' | 'galleryHours' | 'fallbackDays' | 'chooseByName' | 'keepsPictures' | 'acceptedWording'
>

export const valuesOf = (settings: FaceSettings): SettingsValues => {
  const { bands, capMinor, galleryHours, fallbackDays, chooseByName, keepsPictures, acceptedWording } = settings
  return { bands, capMinor, galleryHours, fallbackDays, chooseByName, keepsPictures, acceptedWording }
}

/** The same as it is typed: a number may be half written. */
export interface SettingsDraft {
  bands: Record<FaceMode, Record<BandKey, string>>
  cap: string
  galleryHours: string
  fallbackDays: string
  acceptedWording: string
  chooseByName: boolean
  keepsPictures: boolean
}

export function draftOf(values: SettingsValues, currency: Currency): SettingsDraft {
  const { bands, capMinor, galleryHours, fallbackDays, acceptedWording, chooseByName, keepsPictures } = values
  const typed = (mode: FaceMode) => {
    const { accept, ask, margin, mostPeople } = bands[mode]
    return { accept: String(accept), ask: String(ask), margin: String(margin), mostPeople: String(mostPeople) }
  }
  return {
    bands: { one: typed('one'), few: typed('few'), school: typed('school'), group: typed('group') },
    cap: toDecimalText(capMinor, currency),
    galleryHours: String(galleryHours),
    fallbackDays: String(fallbackDays),
    acceptedWording: String(acceptedWording),
    chooseByName,
    keepsPictures: keepsPictures ?? false,
  }
}

/** A field that does not say what it should; also the id of its input. */
export type WrongField = 'cap' | 'galleryHours' | 'fallbackDays' | 'acceptedWording' | `band-${FaceMode}-${BandKey}`

const numberIn = (text: string): number => {
  const plain = latinDigits(text).trim().replace(/[٫,]/, '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** What the draft says, or where it says nothing that could be saved. */
export function readDraft(draft: SettingsDraft, currency: Currency): { values?: SettingsValues; wrong: WrongField[] } {
  const wrong: WrongField[] = []
  const whole = (field: 'galleryHours' | 'fallbackDays' | 'acceptedWording', most: number): number => {
    const number = numberIn(draft[field])
    if (!Number.isInteger(number) || number < 1 || number > most) wrong.push(field)
    return number
  }
  const capMinor = parseDecimalText(latinDigits(draft.cap).trim().replace('٫', '.'), currency)
  if (capMinor === undefined || capMinor < 0) wrong.push('cap')
  const band = (mode: FaceMode) => readBand(mode, draft.bands[mode], wrong)
  const values: SettingsValues = {
    bands: { one: band('one'), few: band('few'), school: band('school'), group: band('group') },
    capMinor: capMinor ?? zero,
    galleryHours: whole('galleryHours', 24 * 14),
    fallbackDays: whole('fallbackDays', 60),
    acceptedWording: whole('acceptedWording', 1_000_000),
    chooseByName: draft.chooseByName,
    keepsPictures: draft.keepsPictures,
  }
  return wrong.length === 0 ? { values, wrong } : { wrong }
}

/** Staff are asked at least as far out as a face is accepted: else there would be nobody to ask about. */
function readBand(mode: FaceMode, typed: Record<BandKey, string>, wrong: WrongField[]) {
  const [accept, ask, margin, mostPeople] = bandKeys.map((key) => numberIn(typed[key])) as [
    number,
    number,
    number,
    number,
  ]
  if (!(accept <= 2)) wrong.push(`band-${mode}-accept`)
  if (!(ask <= 2 && !(ask < accept))) wrong.push(`band-${mode}-ask`)
  if (!(margin <= 2)) wrong.push(`band-${mode}-margin`)
  if (!Number.isInteger(mostPeople) || mostPeople > 100_000) wrong.push(`band-${mode}-mostPeople`)
  return { accept, ask, margin, mostPeople }
}
