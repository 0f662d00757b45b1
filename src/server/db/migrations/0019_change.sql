CREATE TABLE "audit_events" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"what" text NOT NULL,
	"act_group" text NOT NULL,
	"by_user" uuid,
	"device_id" uuid,
	"kind" text NOT NULL,
	"record_id" text,
	"facts" jsonb NOT NULL,
	CONSTRAINT "audit_events_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamptz;--> statement-breakpoint
CREATE INDEX "audit_events_at_idx" ON "audit_events" USING btree ("school_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_group_idx" ON "audit_events" USING btree ("school_id","act_group","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_idx" ON "audit_events" USING btree ("school_id","by_user","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_record_idx" ON "audit_events" USING btree ("school_id","kind","record_id","at") WHERE record_id is not null;--> statement-breakpoint
CREATE INDEX "face_audit_at_idx" ON "face_audit" USING btree ("school_id","at","id");--> statement-breakpoint
CREATE POLICY "audit_events_tenant_read" ON "audit_events" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "audit_events_tenant_add" ON "audit_events" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));