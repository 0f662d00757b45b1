import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'

interface NoteProps {
  file: StudentFile
  allergens: NonNullable<NonNullable<StudentFile['account']>['allergens']>
  decision: Decision
}

/** What the family writes of allergies beside what the tills warn of, for who may see health and puts it right. */
export function AllergenNote({ file, allergens, decision }: NoteProps) {
  const { t } = useTranslation('admissions.joining')
  const names = useAllergenNames()
  const [isOpen, setOpen] = useState(false)
  const { told, isAsked, said, isUnread } = allergens
  return (
    <>
      <dl className={css.facts}>
        <div>
          <dt>{t('account.allergens.told')}</dt>
          <dd>{told.length === 0 ? t('account.allergens.none') : names(told)}</dd>
        </div>
        {said !== null && (
          <div>
            <dt>{t('account.allergens.said')}</dt>
            <dd dir="auto">{said}</dd>
          </div>
        )}
      </dl>
      {isUnread && <p className={css.hint}>{t('account.allergens.unread')}</p>}
      <p className={css.soft}>{t(`account.allergens.${said !== null ? 'check' : isAsked ? 'unsaid' : 'unasked'}`)}</p>
      {isOpen ? (
        <AllergenForm file={file} told={told} decision={decision} onDone={() => setOpen(false)} />
      ) : (
        <div className={css.actions}>
          <Button onClick={() => setOpen(true)}>{t('account.allergens.change')}</Button>
        </div>
      )}
    </>
  )
}

interface FormProps {
  file: StudentFile
  told: readonly Allergen[]
  decision: Decision
  onDone: () => void
}

function AllergenForm({ file, told, decision, onDone }: FormProps) {
  const { t } = useTranslation('admissions.joining')
  const names = useAllergenNames()
  const legendId = useId()
  const [chosen, setChosen] = useState<readonly Allergen[]>(told)
  useBusy(chosen !== told)
  const save = async () => {
    if (await decision.send(file, { kind: 'allergens', allergens: [...chosen] })) onDone()
  }
  return (
    <div role="group" aria-labelledby={legendId} className={common.tightStack}>
      <strong id={legendId}>{t('account.allergens.legend')}</strong>
      <div className={css.line}>
        {Allergen.options.map((each) => (
          <CheckboxField
            key={each}
            label={names([each])}
            checked={chosen.includes(each)}
            onChange={(isChecked) =>
              setChosen(isChecked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
        ))}
      </div>
      <div className={css.actions}>
        <Button isWorking={decision.isPending} onClick={() => void save()}>
          {t('account.allergens.save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('account.allergens.leave')}
        </Button>
      </div>
    </div>
  )
}
