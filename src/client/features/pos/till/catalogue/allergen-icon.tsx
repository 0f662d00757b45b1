import { icon } from '#client/ui/icons/icon.tsx'

/** An ear of wheat: contains something that a school has to name. */
export const AllergenIcon = icon(
  <path d="M12 21V9M12 9c-2.2-1-2.8-3.5 0-6 2.8 2.5 2.2 5 0 6ZM12 14c-2.6.3-4.4-1-4.6-4 2.8 0 4.6 1.4 4.6 4ZM12 14c2.6.3 4.4-1 4.6-4-2.8 0-4.6 1.4-4.6 4ZM12 19c-2.6.3-4.4-1-4.6-4 2.8 0 4.6 1.4 4.6 4ZM12 19c2.6.3 4.4-1 4.6-4-2.8 0-4.6 1.4-4.6 4Z" />,
)
