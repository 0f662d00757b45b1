import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Field } from '#shared/forms/form-field.contract.ts'

type ChoiceField = Extract<Field, { type: 'choice' | 'choices' }>

const none: readonly Choice[] = []

/** What may be chosen: what the form says, or a list that the browser has words for, fetched when a form asks for it. */
export function useChoices({ choices, choicesFrom }: ChoiceField): readonly Choice[] {
  const { i18n } = useTranslation()
  const lng = i18n.language === 'ar' ? 'ar' : 'en'
  const [listed, setListed] = useState(none)
  useEffect(() => {
    if (!choicesFrom) return
    import('../choice-lists.ts').then(
      ({ choiceList }) => setListed(choiceList(choicesFrom, lng)),
      () => undefined,
    )
  }, [choicesFrom, lng])
  return choices ?? listed
}
