import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type IdentityDocument, identityDocuments, numberEnd } from '#shared/students/identity-check.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../hooks/use-actor-roles.ts'
import type { Decision } from '../hooks/use-decision.ts'

interface IdentityListProps {
  file: StudentFile
  decision: Decision
}

interface LineProps extends IdentityListProps {
  line: StudentFile['identity'][number]
}

/** Whose identity was checked against a paper: the child's, and that of the person who signs. */
export function IdentityList({ file, decision }: IdentityListProps) {
  const { t } = useTranslation('admissions')
  const titleId = useId()
  if (file.identity.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('identity.title')}</h3>
      <ul className={css.people}>
        {file.identity.map((line) => (
          <li key={line.of}>
            <Line file={file} decision={decision} line={line} />
          </li>
        ))}
      </ul>
      <p className={css.soft}>{t('identity.note')}</p>
    </section>
  )
}

function Line({ file, decision, line }: LineProps) {
  const { t } = useTranslation('admissions')
  const actsAs = useActorRoles()
  const [isOpen, setOpen] = useState(false)
  const { of, isNeeded, checked } = line
  const name = t(`identity.${of}`)
  const deed = checked ? 'identity.correct' : 'identity.record'
  const mayCheck = actsAs('officer', 'registrar')
  const takeBack = () => decision.send(file, { kind: 'identity', said: { of, paper: null, numberEnd: '' } })
  return (
    <div className={common.tightStack}>
      <p>
        <strong>{name}</strong>{' '}
        <span className={css.chip} data-state={checked ? 'accepted' : 'sent'}>
          {t(checked ? 'identity.done' : isNeeded ? 'identity.missing' : 'identity.optional')}
        </span>
      </p>
      {checked ? <Checked checked={checked} stated={line.stated} /> : <p className={css.soft}>{t('identity.todo')}</p>}
      {mayCheck && !isOpen && (
        <div className={css.actions}>
          <Button aria-label={`${t(deed)}: ${name}`} onClick={() => setOpen(true)}>
            {t(deed)}
          </Button>
          {checked?.by && file.student.status === 'new' && (
            <Button
              kind="quiet"
              isWorking={decision.isPending}
              aria-label={`${t('identity.takeBack')}: ${name}`}
              onClick={() => void takeBack()}
            >
              {t('identity.takeBack')}
            </Button>
          )}
        </div>
      )}
      {mayCheck && isOpen && <CheckForm file={file} decision={decision} line={line} onDone={() => setOpen(false)} />}
    </div>
  )
}

interface CheckedProps {
  checked: NonNullable<LineProps['line']['checked']>
  stated: LineProps['line']['stated']
}

/** By which paper, by whom and when; and what the application says where that is something else. */
function Checked({ checked, stated }: CheckedProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const { paper, numberEnd: end, by, at } = checked
  const other = stated.filter((each) => each.paper === paper)
  const isOther = end !== '' && other.length > 0 && other.every((each) => each.numberEnd !== end)
  return (
    <>
      <p>
        {t(`identity.paper.${paper}`)}
        {end !== '' && (
          <>
            {' · '}
            {t('identity.ends')} <bdi dir="ltr">{end}</bdi>
          </>
        )}
        {' · '}
        {by
          ? t('identity.by', { name: `\u2068${pick(by.name)}\u2069`, at: format.dateTime(at) })
          : t('identity.byDocument', { at: format.dateTime(at) })}
      </p>
      {isOther && (
        <p className={css.problem}>
          {t('identity.differs')} <Ends stated={other} />
        </p>
      )}
    </>
  )
}

function Ends({ stated }: Pick<CheckedProps, 'stated'>) {
  const { t } = useTranslation('admissions')
  return stated.map(({ paper, numberEnd: end }, no) => (
    <span key={`${paper} ${end}`}>
      {no > 0 && ' · '}
      {t(`identity.paper.${paper}`)} · {t('identity.ends')} <bdi dir="ltr">{end}</bdi>
    </span>
  ))
}

function CheckForm({ file, decision, line, onDone }: LineProps & { onDone: () => void }) {
  const { t } = useTranslation('admissions')
  const { of, checked, stated } = line
  const begun = { paper: checked?.paper ?? stated[0]?.paper ?? 'identity-card', end: checked?.numberEnd ?? '' } as const
  const [typed, setTyped] = useState<{ paper: IdentityDocument; end: string }>(begun)
  useBusy(typed.end !== begun.end)
  const send = async () => {
    const said = { of, paper: typed.paper, numberEnd: numberEnd(typed.end) }
    if (await decision.send(file, { kind: 'identity', said })) onDone()
  }
  return (
    <form
      noValidate
      aria-label={`${t('identity.record')}: ${t(`identity.${of}`)}`}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <DocumentChoice paper={typed.paper} onChange={(paper) => setTyped({ ...typed, paper })} />
      <TextField
        label={t('identity.end')}
        width="narrow"
        dir="ltr"
        maxLength={60}
        autoComplete="off"
        value={typed.end}
        onChange={(text) => setTyped({ ...typed, end: text })}
      />
      <Button type="submit" isWorking={decision.isPending}>
        {t('identity.record')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('identity.cancel')}
      </Button>
      {stated.length > 0 && (
        <p className={css.soft}>
          {t('identity.stated')} <Ends stated={stated} />
        </p>
      )}
    </form>
  )
}

function DocumentChoice({ paper, onChange }: { paper: IdentityDocument; onChange: (paper: IdentityDocument) => void }) {
  const { t } = useTranslation('admissions')
  return (
    <ChoiceField
      label={t('identity.paperAsked')}
      width="narrow"
      values={identityDocuments}
      nameOf={(each) => t(`identity.paper.${each}`)}
      value={paper}
      onChange={onChange}
    />
  )
}
