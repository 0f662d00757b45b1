import { createFileRoute } from '@tanstack/react-router'
import { TillScreen } from '#client/features/pos/till/till-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

/** Opened while the screen is being fetched; where that fails, the screen tries again and says so. */
const openDevice = () =>
  import('#client/platform/offline/device.ts').then(({ startDevice }) => startDevice()).catch(() => undefined)

export const Route = createFileRoute('/_authenticated/pos/')({
  staticData: { authority: ['operator', 'supervisor', 'admin'] },
  loader: () => {
    void openDevice()
    return loadWordsForPaper('pos.till', 'errors')
  },
  component: TillScreen,
})
