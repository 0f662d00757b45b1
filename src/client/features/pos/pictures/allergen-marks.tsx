import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import css from './allergen-marks.module.css'
import { Drawing } from './drawing.tsx'

export interface AllergenMarksProps {
  allergens: readonly Allergen[]
  /** Those that this customer must not have: the only ones in red. */
  clash?: readonly Allergen[]
}

/** A mark of its own for each allergen; its name is said by the title. */
export function AllergenMarks({ allergens, clash = [] }: AllergenMarksProps) {
  const names = useAllergenNames()
  return (
    <span className={css.marks}>
      {allergens.map((allergen) => (
        <span
          key={allergen}
          className={css.mark}
          data-allergen={allergen}
          data-clash={clash.includes(allergen) || undefined}
          title={names([allergen])}
        >
          <Drawing name={`allergen-${allergen}`} size={16} />
        </span>
      ))}
    </span>
  )
}
