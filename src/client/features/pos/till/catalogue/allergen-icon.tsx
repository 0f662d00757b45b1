import { icon } from '#client/ui/icons/icon.tsx'

/** A sign for attention, the same for every allergen: contains something that a school has to name. */
export const AllergenIcon = icon(<path d="M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM12 8v5M12 16v.01" />)
