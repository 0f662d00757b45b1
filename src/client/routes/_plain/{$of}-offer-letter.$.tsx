import { createFileRoute } from '@tanstack/react-router'
import { offerPage } from '../-offer-route.ts'

/** Seven of the eight letters: one route in everybody's first load instead of seven. */
export const Route = createFileRoute('/_plain/{$of}-offer-letter/$')({ ...offerPage })
