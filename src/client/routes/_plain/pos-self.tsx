import { createFileRoute, useRouter } from '@tanstack/react-router'
import { SelfServiceScreen } from '#client/features/pos/self-service/self-service-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { LanguageSwitch } from '#client/shell/layout/switches.tsx'
import { SchoolMark } from '#client/shell/school-mark.tsx'
import { signOutOnThisDevice } from '#client/shell/sign-out.ts'

export const Route = createFileRoute('/_plain/pos-self')({
  loader: () => loadWords('pos.self-service', 'faces.guide', 'pos.till', 'identity.sign-in', 'errors'),
  component: SelfService,
})

function SelfService() {
  const router = useRouter()
  // Signing out leads to the till's sign-in, as everywhere at a till; the tablet comes back here for the person who is next.
  const handOver = async () => {
    await signOutOnThisDevice()
    await router.navigate({ to: '/pos-self', replace: true })
  }
  return <SelfServiceScreen onHandOver={handOver} mark={<SchoolMark />} language={<LanguageSwitch />} />
}
