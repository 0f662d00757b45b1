import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, negate, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { ModifierGroupInput } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import type { Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'

/** An option as it is typed. */
export interface OptionDraft extends Pick<Modifier, 'id' | 'addsAllergens' | 'removesAllergens'> {
  name: Bilingual
  /** Empty for no difference. */
  priceDelta: string
}

/** A group of options as it is typed. */
export interface OptionsDraft {
  name: Bilingual
  min: string
  max: string
  options: OptionDraft[]
}

/** Fields at fault: of the group, or of an option by its number. */
export type WrongOption = 'name' | 'min' | 'max' | 'options' | `${number}.name` | `${number}.priceDelta`

export function optionsDraftOf(group: ModifierGroup, currency: Currency): OptionsDraft {
  return {
    name: group.name,
    min: String(group.min),
    max: String(group.max),
    options: group.modifiers.map(({ priceDelta, ...same }) => ({
      ...same,
      priceDelta: priceDelta === 0 ? '' : toDecimalText(priceDelta, currency),
    })),
  }
}

/** Reads a difference of price, which may be below zero. */
function differenceOf(typed: string, currency: Currency): number | null {
  const text = latinDigits(typed.trim()).replace('−', '-')
  if (text === '' || text === '-') return text === '' ? 0 : null
  const isLess = text.startsWith('-')
  const amount = parseDecimalText(isLess ? text.slice(1) : text.replace(/^\+/, ''), currency)
  return amount === undefined ? null : isLess ? negate(amount) : amount
}

const whole = (typed: string): number => Number.parseInt(latinDigits(typed.trim()), 10)

/** Reads a draft; `wrong` names the fields that could not be saved. */
export function readOptionsDraft(
  { name, min, max, options }: OptionsDraft,
  id: string,
  currency: Currency,
): { group?: ModifierGroupInput; wrong: WrongOption[] } {
  const modifiers = options.map(({ priceDelta, ...same }) => ({
    ...same,
    priceDelta: differenceOf(priceDelta, currency),
  }))
  const read = ModifierGroupInput.safeParse({ id, name, min: whole(min), max: whole(max), modifiers })
  if (!read.success) return { wrong: [...new Set(read.error.issues.map(({ path }) => wrongAt(path)))] }
  if (read.data.min > read.data.max) return { wrong: ['min'] }
  if (read.data.max > modifiers.length) return { wrong: ['max'] }
  return { group: read.data, wrong: [] }
}

function wrongAt([field, no, of]: readonly PropertyKey[]): WrongOption {
  if (field === 'modifiers' && typeof no === 'number') return `${no}.${of === 'priceDelta' ? 'priceDelta' : 'name'}`
  return field === 'min' || field === 'max' || field === 'name' ? field : 'options'
}
