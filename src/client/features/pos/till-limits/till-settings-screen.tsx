import { type SyntheticEvent, useCallback, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastChange } from '#client/features/school/settings/last-change.tsx'
import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import css from '#client/features/school/settings/settings.module.css'
import { TillsPage } from '#client/features/school/settings/tills/tills-page.tsx'
import type { OpenedGroup } from '#client/features/school/settings/use-settings-form.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { readKeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { SettableAct, TillLimitSet } from '#shared/pos/approvals/till-limit-set.contract.ts'
import { limitRoles } from '#shared/pos/approvals/usual-limits.ts'
import { SchoolRulesSection } from '../spending/school-rules-section.tsx'
import { LimitRow } from './limit-row.tsx'
import {
  boundsOf,
  fieldOf,
  limitKey,
  type LimitsDraft,
  limitsOf,
  type LimitSubject,
  offeredActs,
  usualOf,
} from './limits-draft.ts'
import own from './limits.module.css'
import { readLimits } from './till-limits.api.ts'
import { limitsDraftName, type LimitsEntry, type OpenedLimits, useLimits } from './use-limits.ts'

/** What tills reckon and print with, up to which amounts people act at them without approval, and what pupils may buy. */
export const TillSettingsScreen = () => <GroupScreen group="tills" Page={TillsWithLimits} />

function TillsWithLimits({ opened }: { opened: OpenedGroup<'tills'> }) {
  return (
    <>
      <TillsPage opened={opened} />
      <LimitsSection />
      <SchoolRulesSection />
    </>
  )
}

const theirs = async () => {
  const { version, changed } = await readLimits()
  return { version, edited: changed }
}

/** Up to which amounts people and tills act without another person's approval. */
function LimitsSection() {
  const { t } = useTranslation('pos.limits')
  const { t: settings } = useTranslation('school.settings')
  const errorText = useErrorText()
  const titleId = useId()
  const question = useCallback(async (): Promise<OpenedLimits> => {
    const [set, kept] = await Promise.all([readLimits(), readKeptDraft(limitsDraftName)])
    return { set, kept }
  }, [])
  const { opened, failure, again, reopen } = useOpening(question)
  return (
    <section aria-labelledby={titleId} className={own.limits}>
      <h2 id={titleId} className={css.section}>
        {t('title')}
      </h2>
      <p className={common.softLine}>{t('text')}</p>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)} <Button onClick={again}>{settings('retry')}</Button>
        </InlineNotice>
      )}
      {opened && <LastChange changed={opened.edit.set.changed} />}
      {opened && <LimitsForm key={opened.no} opened={opened.edit} onReopen={() => reopen()} />}
    </section>
  )
}

function LimitsForm({ opened, onReopen }: { opened: OpenedLimits; onReopen: () => void }) {
  const { t } = useTranslation('pos.limits')
  const { t: settings } = useTranslation('school.settings')
  const { t: editor } = useTranslation('editor')
  const errorText = useErrorText()
  const [subject, setSubject] = useState<LimitSubject>('role|operator')
  const entry = useLimits(opened, onReopen)
  const { wrong, isBack, isConflict, error, isPending, isChanged, isSaved } = entry
  // The same ones until the next save: the summary takes the focus with new ones, also while somebody types.
  const problems = useMemo(
    () =>
      wrong
        .map((path) => fieldOf(path))
        .filter(({ of }) => of === subject)
        .map(({ act, which }) => ({
          message: `${t(`act.${act}`)}: ${t('bound.wrong')}`,
          inputId: `${rowId(act)}-${which}`,
        })),
    [wrong, subject, t],
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // What is wrong may belong to somebody who is not shown.
    const [first] = limitsOf(entry.draft, entry.currency).wrong
    if (first) setSubject(fieldOf(first).of)
    void entry.save()
  }
  const takeTheirs = async () => {
    await entry.drop()
    onReopen()
  }
  return (
    <form className={css.form} noValidate aria-label={t('title')} onSubmit={submit}>
      <ErrorSummary title={settings('wrongTitle')} problems={problems} />
      {isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
      <SubjectField set={opened.set} draft={entry.draft} subject={subject} onChange={setSubject} />
      <LimitRows entry={entry} subject={subject} />
      {isConflict && (
        <ConflictNotice
          question={theirs}
          onTheirs={() => void takeTheirs()}
          onMine={({ version }) => void entry.save(version)}
        />
      )}
      {error && (
        <InlineNotice tone="problem">
          {errorText(error)} {settings('kept')}
        </InlineNotice>
      )}
      <div className={css.foot}>
        <Button kind="main" type="submit" isWorking={isPending} disabled={!isChanged}>
          {t('save')}
        </Button>
        {isChanged && <Button onClick={() => void entry.drop()}>{settings('drop')}</Button>}
        <p role="status" className={common.softLine}>
          {isChanged ? settings('unsaved') : isSaved && t('saved')}
        </p>
      </div>
    </form>
  )
}

const rowId = (act: SettableAct): string => `limit-${act}`

interface SubjectProps {
  set: TillLimitSet
  draft: LimitsDraft
  subject: LimitSubject
  onChange: (subject: LimitSubject) => void
}

/** For whom limits are shown; who has some of their own is marked. */
function SubjectField({ set, draft, subject, onChange }: SubjectProps) {
  const { t } = useTranslation('pos.limits')
  const pick = useBilingual()
  const keys = Object.keys(draft.limits)
  const option = (value: LimitSubject, name: string) => (
    <option key={value} value={value}>
      {keys.some((key) => key.startsWith(`${value}|`)) ? t('subject.own', { name }) : name}
    </option>
  )
  return (
    <SelectField
      label={t('subject.label')}
      hint={t('subject.hint')}
      value={subject}
      onChange={(value) => onChange(value as LimitSubject)}
    >
      <optgroup label={t('subject.role')}>
        {limitRoles.map((role) => option(`role|${role}`, t(`role.${role}`)))}
      </optgroup>
      <optgroup label={t('subject.device')}>
        {set.tills.map(({ tillId, name, site }) => option(`device|${tillId}`, `${pick(site)} · ${pick(name)}`))}
      </optgroup>
      <optgroup label={t('subject.person')}>
        {set.people.map(({ userId, name }) => option(`person|${userId}`, pick(name)))}
      </optgroup>
    </SelectField>
  )
}

/** The limit of every act for one role, person or till. */
function LimitRows({ entry, subject }: { entry: LimitsEntry; subject: LimitSubject }) {
  const { draft, wrong, currency, change } = entry
  const role = limitRoles.find((each) => subject === `role|${each}`)
  return offeredActs.map((act) => (
    <LimitRow
      key={`${subject}|${act}`}
      act={act}
      id={rowId(act)}
      limit={draft.limits[limitKey(subject, act)]}
      usual={role && usualOf(role, act)}
      isOfRole={role !== undefined}
      currency={currency}
      wrong={boundsOf(act).filter((which) => wrong.includes(`${limitKey(subject, act)}.${which}`))}
      onChange={(limit) => change(subject, act, limit)}
    />
  ))
}
