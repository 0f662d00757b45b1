import type { OwnSession } from '#shared/identity/profile.contract.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

interface SecurityPartProps {
  userName: string
  sessions: readonly OwnSession[]
  onChanged: () => void
}

export const SecurityPart = ({ userName, sessions, onChanged }: SecurityPartProps) => (
  <>
    <PasswordForm userName={userName} onChanged={onChanged} />
    <SessionList sessions={sessions} onChanged={onChanged} />
  </>
)
