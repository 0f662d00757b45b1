import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { FormalityRecord, RecordFormality } from '../../fees/components/formality-record.tsx'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../hooks/use-actor-roles.ts'
import type { Decision } from '../hooks/use-decision.ts'

interface FormalityListProps {
  file: StudentFile
  decision: Decision
}

interface LineProps extends FormalityListProps {
  line: StudentFile['formalities'][number]
}

/** What has to be done outside of the desk before the place is confirmed: what is missing, and who wrote down what was done. */
export function FormalityList({ file, decision }: FormalityListProps) {
  const { t } = useTranslation('admissions')
  const titleId = useId()
  if (file.formalities.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('formalities.title')}</h3>
      <ul className={css.people}>
        {file.formalities.map((line) => (
          <li key={line.formality}>
            <Line file={file} decision={decision} line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ file, decision, line }: LineProps) {
  const { t } = useTranslation('admissions')
  const actsAs = useActorRoles()
  const [isOpen, setOpen] = useState(false)
  const { formality, isNeeded, recorded } = line
  const mayRecord = actsAs('officer', 'registrar')
  return (
    <div className={common.tightStack}>
      <p>
        <strong>{t(`formalities.${formality}`)}</strong>{' '}
        <span className={css.chip} data-state={recorded ? 'accepted' : 'sent'}>
          {t(recorded ? 'formalities.done' : isNeeded ? 'formalities.missing' : 'formalities.optional')}
        </span>
      </p>
      {recorded ? (
        <FormalityRecord recorded={recorded} />
      ) : (
        <p className={css.soft}>{t(`formalities.todo.${formality}`)}</p>
      )}
      {mayRecord && recorded && !isOpen && (
        <Actions file={file} decision={decision} line={line} onCorrect={() => setOpen(true)} />
      )}
      {mayRecord && (!recorded || isOpen) && (
        <RecordFormality
          words={{
            form: `${t('formalities.record')}: ${t(`formalities.${formality}`)}`,
            on: t(`formalities.on.${formality}`),
            number: t(`formalities.number.${formality}`),
            record: t('formalities.record'),
            wrong: t('formalities.wrong'),
          }}
          recorded={recorded}
          needsNumber={formality !== 'contract'}
          isWorking={decision.isPending}
          onSend={({ on, number }) => decision.send(file, { kind: 'formality', said: { formality, on, number } })}
          onDone={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** A place that is confirmed rests on it: then it is put right, and not taken back. */
function Actions({ file, decision, line, onCorrect }: LineProps & { onCorrect: () => void }) {
  const { t } = useTranslation('admissions')
  const { formality } = line
  const name = t(`formalities.${formality}`)
  const takeBack = () => decision.send(file, { kind: 'formality', said: { formality, on: null, number: '' } })
  return (
    <div className={css.actions}>
      <Button aria-label={`${t('formalities.correct')}: ${name}`} onClick={onCorrect}>
        {t('formalities.correct')}
      </Button>
      {file.student.status !== 'confirmed' && (
        <Button
          kind="quiet"
          isWorking={decision.isPending}
          aria-label={`${t('formalities.takeBack')}: ${name}`}
          onClick={() => void takeBack()}
        >
          {t('formalities.takeBack')}
        </Button>
      )}
    </div>
  )
}
