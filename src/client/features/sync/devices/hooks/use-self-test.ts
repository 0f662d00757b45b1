import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { tillAtom } from '#client/platform/offline/device.ts'
import { followOutbox, outboxStatusAtom } from '#client/platform/offline/outbox.atoms.ts'
import { askToKeep, type CheckState, type Findings, testApp } from '../self-test.ts'

/** The worker may still be fetching the app when the device has just been paired: looked at again until it is there. */
const againMs = 3000
const patienceMs = 60_000

/** Runs the offline self-test when it is mounted and follows it: what is still being fetched shows as running. */
export function useSelfTest(): Findings {
  const till = useAtomValue(tillAtom)
  const status = useAtomValue(outboxStatusAtom)
  const [app, setApp] = useState<CheckState>('running')
  const [kept, setKept] = useState<CheckState>('running')
  const [storageFailed, setStorageFailed] = useState(false)
  useEffect(() => {
    followOutbox().catch(() => setStorageFailed(true))
    void askToKeep().then(setKept)
  }, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let leftMs = patienceMs
    const look = async () => {
      const found = await testApp()
      if (found === 'good' || leftMs <= 0) return setApp(found)
      leftMs -= againMs
      timer = setTimeout(() => void look(), againMs)
    }
    void look()
    return () => clearTimeout(timer)
  }, [])
  const storage: CheckState = storageFailed ? 'bad' : status ? 'good' : 'running'
  return { storage, prices: till ? 'good' : 'running', app, kept }
}
