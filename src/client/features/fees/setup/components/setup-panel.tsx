// chunk: fees
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { BackNote, DraftNotes, type DraftNotesProps } from '../draft-notes.tsx'
import { FeeRefusal, useFeeMutation } from '../fee-refusal.tsx'

interface SetupPanelProps {
  title: string
  onClose: () => void
  onSave: () => void
  isSaving: boolean
  /** What there is to say of what is typed; `onDiscard` forgets it. */
  notes: DraftNotesProps
  /** Deletes what is open; undefined where it is new or can't be deleted. */
  remove?: (() => Promise<unknown>) | undefined
  /** After it was deleted. */
  onRemoved: () => void
  /** False for a person who may only read. */
  canEdit: boolean
  children: ReactNode
}

/** The panel in which one part of the set-up is changed: its fields, saving, deleting. */
export function SetupPanel({
  title,
  onClose,
  onSave,
  isSaving,
  notes,
  remove,
  onRemoved,
  canEdit,
  children,
}: SetupPanelProps) {
  const { t } = useTranslation('fees.setup')
  const formId = useId()
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              notes.onDiscard()
              onClose()
            }}
          >
            {t(canEdit ? 'cancel' : 'close')}
          </Button>
          {canEdit && (
            <Button kind="main" type="submit" form={formId} isWorking={isSaving}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          onSave()
        }}
      >
        <fieldset className={`${common.group} ${common.stack}`} disabled={!canEdit}>
          <BackNote isBack={notes.isBack} />
          {children}
        </fieldset>
      </form>
      <DraftNotes {...notes} />
      {canEdit && remove && <RemoveButton remove={remove} onDiscard={notes.onDiscard} onRemoved={onRemoved} />}
    </SidePanel>
  )
}

interface RemoveProps extends Pick<SetupPanelProps, 'onRemoved'>, Pick<DraftNotesProps, 'onDiscard'> {
  remove: () => Promise<unknown>
}

function RemoveButton({ remove, onDiscard, onRemoved }: RemoveProps) {
  const { t } = useTranslation('fees.setup')
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useFeeMutation(remove, () => {
    onDiscard()
    onRemoved()
  })
  return (
    <>
      <div className={common.actions}>
        <Button
          kind={isAsking ? 'bad' : 'plain'}
          isWorking={isPending}
          onClick={() => (isAsking ? void mutate() : setIsAsking(true))}
        >
          {t(isAsking ? 'removeNow' : 'remove')}
        </Button>
      </div>
      <FeeRefusal error={error} />
    </>
  )
}
