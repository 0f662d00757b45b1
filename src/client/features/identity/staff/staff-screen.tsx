import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { peopleFound } from '#shared/identity/people-filter.rules.ts'
import type { StaffPerson } from '#shared/identity/staff.contract.ts'
import { InviteManySheet } from './components/invite-many-sheet.tsx'
import { InviteSheet } from './components/invite-sheet.tsx'
import { LinkSheet } from './components/link-sheet.tsx'
import { PeopleBar } from './components/people-bar.tsx'
import { PeopleTable } from './components/people-table.tsx'
import { PersonSheet } from './components/person-sheet.tsx'
import { RightsMatrix } from './components/rights-matrix.tsx'
import type { RolePreview } from './components/role-ticks.tsx'
import css from './components/staff.module.css'
import { type PeopleAddress, type PeopleSearch, peopleFilterOf, readPeopleSearch } from './people-search.ts'
import { exportPeople, listPeople } from './staff.api.ts'

type Open = StaffPerson | 'invite' | 'many'

interface ScreenProps {
  /** What the list is narrowed to, as the address of the page has it. */
  address: PeopleAddress
  onSearch: (search: PeopleSearch) => void
  Preview: RolePreview
}

/** Everybody who works at the school: who they are, what they may do, and whether they can get in. */
export function StaffScreen({ address, onSearch, Preview }: ScreenProps) {
  const { t } = useTranslation('identity.staff')
  const errorText = useErrorText()
  const search = readPeopleSearch(address)
  const { answer, failure, again } = useAnswer(listPeople)
  const [open, setOpen] = useState<Open>()
  const found = answer && peopleFound(answer, search)
  const done = () => {
    setOpen(undefined)
    again()
  }
  return (
    <ListFrame
      title={t('title')}
      tools={
        <>
          <ExportButton list="people" of={found} fetchFile={(how) => exportPeople(peopleFilterOf(search), how)} />
          <Button onClick={() => setOpen('many')}>{t('many.open')}</Button>
          <Button kind="main" onClick={() => setOpen('invite')}>
            {t('invite.open')}
          </Button>
        </>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
    >
      <PeopleBar search={search} onChange={onSearch} />
      {found && (
        <p className={css.count} role="status">
          {found.length === 0 ? t('empty') : t('count', { count: found.length })}
        </p>
      )}
      {found && found.length > 0 && <PeopleTable people={found} onOpen={setOpen} />}
      <RightsMatrix />
      <Sheets open={open} people={answer ?? []} Preview={Preview} onClose={() => setOpen(undefined)} onChanged={done} />
    </ListFrame>
  )
}

interface SheetsProps {
  open: Open | undefined
  people: readonly StaffPerson[]
  Preview: RolePreview
  onClose: () => void
  onChanged: () => void
}

/** What is open above the list; after an invitation the link, where the administrator has to hand it over. */
function Sheets({ open, people, Preview, onClose, onChanged }: SheetsProps) {
  const [link, setLink] = useState<string | null>(null)
  const invited = (made: string | null) => {
    setLink(made)
    onChanged()
  }
  if (open === 'invite') return <InviteSheet Preview={Preview} onClose={onClose} onDone={invited} />
  if (open === 'many') return <InviteManySheet Preview={Preview} onClose={onClose} onDone={onChanged} />
  if (open)
    return (
      <PersonSheet
        person={open}
        people={people}
        Preview={Preview}
        onClose={onClose}
        onDone={onChanged}
        onInvited={setLink}
      />
    )
  return link !== null && <LinkSheet link={link} onClose={() => setLink(null)} />
}
