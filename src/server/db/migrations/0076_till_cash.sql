-- expand: openings of drawers; bags and witnesses of cash movements; counts, floats and differences of shifts
CREATE TABLE "drawer_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid,
	"till_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"ref" uuid,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "drawer_events_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "drawer_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cash_movements" ADD COLUMN "bag" text;--> statement-breakpoint
ALTER TABLE "cash_movements" ADD COLUMN "witness" uuid;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "float_piles" jsonb;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "carried_amount" bigint;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "carried_from" uuid;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "counts" jsonb;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "left_amount" bigint;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "left_bag" text;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "difference" bigint;--> statement-breakpoint
CREATE INDEX "drawer_events_shift_idx" ON "drawer_events" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "drawer_events_at_idx" ON "drawer_events" USING btree ("school_id","at","id");--> statement-breakpoint
CREATE POLICY "drawer_events_tenant_read" ON "drawer_events" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "drawer_events_tenant_add" ON "drawer_events" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
