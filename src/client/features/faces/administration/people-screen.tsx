import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import link from '#client/ui/link.module.css'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import css from './components/desk-page.module.css'
import { DeskPage } from './components/desk-page.tsx'
import { PupilSheet } from './components/pupil-sheet.tsx'
import { PupilTable } from './components/pupil-table.tsx'
import { listPupils, readSettings } from './face-desk.api.ts'
import { useRights } from './hooks/use-rights.ts'
import { classesOf, pupilsFound } from './pupils-found.ts'

const listAll = () => listPupils()

/** Every pupil by class: what was said about their face, whether it is registered, whether they have a PIN. */
export function PeopleScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const may = useRights()
  const settings = useAnswer(readSettings)
  const isOn = settings.answer?.on
  const [query, setQuery] = useState('')
  const [className, setClassName] = useState('')
  const [openId, setOpenId] = useState<FacePupil['customerId']>()
  const all = useAnswer(listAll)
  // A school that is too large to come at once comes class by class.
  const isPart = className !== '' && all.answer?.isCut === true
  const part = useAnswer(useCallback(async () => (isPart ? listPupils(className) : undefined), [isPart, className]))
  const pupils = (isPart ? part.answer : all.answer)?.pupils
  const found = useMemo(() => pupils && pupilsFound(pupils, query, className), [pupils, query, className])
  const open = pupils?.find(({ customerId }) => customerId === openId)
  const again = () => {
    all.again()
    part.again()
  }
  const failure = all.failure ?? part.failure
  return (
    <DeskPage
      place="people"
      tools={
        isOn &&
        may('faces.enrol') && (
          <Link to="/faceid/registration" className={link.link}>
            {t('people.register')}
          </Link>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={pupils || failure ? undefined : t('loading')}
      empty={pupils?.length === 0 ? { title: t('people.empty.title'), text: t('people.empty.text') } : undefined}
    >
      {isOn === false && <p className={css.lead}>{t('people.off')}</p>}
      {all.answer && (
        <Filter
          classes={classesOf(all.answer.pupils)}
          {...{ query, className }}
          onQuery={setQuery}
          onClass={setClassName}
        />
      )}
      {all.answer?.isCut && !isPart && <p role="status">{t('people.cut')}</p>}
      {found && pupils && pupils.length > 0 && <PupilTable key={className} pupils={found} onOpen={setOpenId} />}
      {open && (
        <PupilSheet
          key={open.customerId}
          pupil={open}
          isOn={isOn === true}
          onChange={again}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </DeskPage>
  )
}

interface FilterProps {
  classes: readonly string[]
  query: string
  className: string
  onQuery: (query: string) => void
  onClass: (className: string) => void
}

function Filter({ classes, query, className, onQuery, onClass }: FilterProps) {
  const { t } = useTranslation('faces.administration')
  return (
    <search className={css.tools}>
      <TextField label={t('people.search')} type="search" autoComplete="off" value={query} onChange={onQuery} />
      <SelectField label={t('people.class')} value={className} onChange={onClass}>
        <option value="">{t('people.allClasses')}</option>
        {classes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
