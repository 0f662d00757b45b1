import { type ComponentProps, type ComponentType, lazy } from 'react'
import type { AllergenMarks } from './allergen-marks.tsx'
import type { ItemPicture } from './item-picture.tsx'

const none = () => ({ default: () => null })

/** Pictures and marks come a moment after the till is there; where they cannot be had, words and prices sell as well. */
export const LaterPicture = lazy<ComponentType<ComponentProps<typeof ItemPicture>>>(() =>
  import('./item-picture.tsx').then((it) => ({ default: it.ItemPicture }), none),
)
export const LaterMarks = lazy<ComponentType<ComponentProps<typeof AllergenMarks>>>(() =>
  import('./allergen-marks.tsx').then((it) => ({ default: it.AllergenMarks }), none),
)
