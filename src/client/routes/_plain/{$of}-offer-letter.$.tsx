import { createFileRoute, redirect } from '@tanstack/react-router'
import { isPlainPath } from '#shared/rules/page-paths.rules.ts'
import { offerPage } from '../-offer-route.ts'

/** Seven of the eight letters: one route in everybody's first load instead of seven. Any other leads home, as unknown paths do. */
export const Route = createFileRoute('/_plain/{$of}-offer-letter/$')({
  ...offerPage,
  beforeLoad: ({ location }) => {
    if (!isPlainPath(location.pathname)) throw redirect({ to: '/', replace: true })
  },
})
