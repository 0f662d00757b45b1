import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useKeptForm } from '#client/platform/editor/use-kept-form.ts'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { ApiScope } from '#shared/kernel/api-scopes.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { putToken } from './programs.api.ts'
import { ShownOnce } from './shown-once.tsx'

interface TokenSheetProps {
  /** Scopes that this person may give. */
  scopes: readonly ApiScope[]
  onClose: () => void
  onMade: () => void
}

const lives = ['30', '90', '180', '365'] as const

interface Draft {
  opId: string
  name: string
  scopes: readonly ApiScope[]
  life: (typeof lives)[number]
}

const draftName = 'api-token'

/** Makes a token, and shows it once. What is typed is kept on this device until it is made or cancelled. */
export const TokenSheet = (props: TokenSheetProps) => (
  <WithKeptDraft name={draftName}>{(kept) => <OpenToken {...props} kept={kept} />}</WithKeptDraft>
)

const firstDraft = (): Draft => ({
  opId: uuidv7(machineClock.nowMs(), machineRandom),
  name: '',
  scopes: [],
  life: '180',
})

function OpenToken({ scopes, kept, onClose, onMade }: TokenSheetProps & { kept: KeptDraft | undefined }) {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const formId = useId()
  const [first] = useState(firstDraft)
  const { draft, isBack, change, drop } = useKeptForm(draftName, first, kept)
  const { opId, name, scopes: chosen, life } = draft
  const [isTried, setIsTried] = useState(false)
  const [token, setToken] = useState<string>()
  useBusy(token === undefined)
  const { mutate, isPending, error } = useMutation(putToken, {
    onSuccess: async (made) => {
      setToken(made.token)
      await drop()
      onMade()
    },
  })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (name.trim() === '' || chosen.length === 0) return
    void mutate({ opId, tokenName: name, scopes: [...chosen], lifeDays: Number(life) })
  }
  const cancel = () => {
    void drop()
    onClose()
  }
  if (token !== undefined) return <MadeToken token={token} onClose={onClose} />
  return (
    <Sheet
      title={t('tokens.add')}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('tokens.make')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <TokenFields draft={draft} scopes={scopes} isBack={isBack} isTried={isTried} onChange={change} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

/** A token just made: shown once. */
function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('programs')
  return (
    <Sheet title={t('tokens.made')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <div className={common.stack}>
        <InlineNotice tone="warning">{t('tokens.once')}</InlineNotice>
        <ShownOnce label={t('tokens.token')} hint={t('tokens.use')} value={token} />
      </div>
    </Sheet>
  )
}

interface ScopeChoicesProps {
  scopes: readonly ApiScope[]
  chosen: readonly ApiScope[]
  isMissing: boolean
  onChoose: (chosen: readonly ApiScope[]) => void
}

function ScopeChoices({ scopes, chosen, isMissing, onChoose }: ScopeChoicesProps) {
  const { t } = useTranslation('programs')
  return (
    <>
      <CheckboxChoices
        title={t('tokens.scopes')}
        values={scopes}
        chosen={chosen}
        word={(scope) => t(`scope.${scope}`)}
        onChoose={onChoose}
      />
      {isMissing && <InlineNotice tone="problem">{t('tokens.wrong.scopes')}</InlineNotice>}
    </>
  )
}

interface TokenFieldsProps {
  draft: Draft
  scopes: readonly ApiScope[]
  /** What is shown was typed at an earlier visit. */
  isBack: boolean
  isTried: boolean
  onChange: (part: Partial<Draft>) => void
}

function TokenFields({ draft, scopes, isBack, isTried, onChange }: TokenFieldsProps) {
  const { t } = useTranslation('programs')
  const { t: editor } = useTranslation('editor')
  return (
    <>
      {isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        maxLength={60}
        autoComplete="off"
        error={isTried && draft.name.trim() === '' ? t('tokens.wrong.name') : undefined}
        value={draft.name}
        onChange={(typed) => onChange({ name: typed })}
      />
      <ScopeChoices
        scopes={scopes}
        chosen={draft.scopes}
        isMissing={isTried && draft.scopes.length === 0}
        onChoose={(picked) => onChange({ scopes: picked })}
      />
      <ChoiceField
        label={t('tokens.life')}
        values={lives}
        value={draft.life}
        nameOf={(days) => t('tokens.days', { count: Number(days) })}
        onChange={(days) => onChange({ life: days })}
      />
    </>
  )
}
