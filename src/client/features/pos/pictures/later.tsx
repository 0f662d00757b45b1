import { lazy } from 'react'

const none = () => <></>

/** Pictures and marks come a moment after the till is there; where they cannot be had, words and prices sell as well. */
export const LaterPicture = lazy(() =>
  import('./item-picture.tsx').then(
    ({ ItemPicture }) => ({ default: ItemPicture }),
    () => ({ default: none }),
  ),
)
export const LaterMarks = lazy(() =>
  import('./allergen-marks.tsx').then(
    ({ AllergenMarks }) => ({ default: AllergenMarks }),
    () => ({ default: none }),
  ),
)
