import { createFileRoute } from '@tanstack/react-router'
import { offerPage } from '../-offer-route.ts'

/** Seven of the eight letters, and any that no school has, which the screen leads home: one route in everybody's first load. */
export const Route = createFileRoute('/_plain/{$of}-offer-letter/$')({ ...offerPage })
