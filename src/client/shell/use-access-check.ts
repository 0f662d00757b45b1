import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { checkAccess } from '#client/platform/session/access.ts'

/** Asks the server about each screen, beside drawing it: a person whose roles were changed elsewhere is led out. */
export function useAccessCheck(): void {
  const router = useRouter()
  const { pathname } = useLocation()
  useEffect(() => {
    let isOver = false
    const check = async () => {
      const access = await checkAccess(pathname)
      if (!isOver && access?.success === false) await router.navigate({ to: '/access-denied', replace: true })
    }
    void check()
    return () => {
      isOver = true
    }
  }, [pathname, router])
}
