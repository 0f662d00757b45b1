CREATE TABLE "message_texts" (
	"school_id" uuid NOT NULL,
	"event" text NOT NULL,
	"version" integer NOT NULL,
	"text" jsonb NOT NULL,
	"set_at" timestamptz NOT NULL,
	"set_by" uuid NOT NULL,
	CONSTRAINT "message_texts_school_id_event_version_pk" PRIMARY KEY("school_id","event","version")
);
--> statement-breakpoint
ALTER TABLE "message_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_messages" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"event" text NOT NULL,
	"change_id" uuid NOT NULL,
	"recipients" jsonb NOT NULL,
	"origin" text NOT NULL,
	"made_at" timestamptz NOT NULL,
	"due_at" timestamptz NOT NULL,
	"state" text NOT NULL,
	"finding" jsonb,
	"text_version" integer,
	"settled_at" timestamptz,
	"settled_by" uuid,
	"reason" text,
	"command_id" uuid,
	CONSTRAINT "student_messages_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "student_messages_change_key" ON "student_messages" USING btree ("school_id","change_id");--> statement-breakpoint
CREATE INDEX "student_messages_student_idx" ON "student_messages" USING btree ("school_id","student_id","made_at");--> statement-breakpoint
CREATE INDEX "student_messages_made_idx" ON "student_messages" USING btree ("school_id","made_at","id");--> statement-breakpoint
CREATE INDEX "student_messages_due_idx" ON "student_messages" USING btree ("school_id","id") WHERE "student_messages"."state" = 'waiting';--> statement-breakpoint
CREATE POLICY "message_texts_tenant_read" ON "message_texts" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "message_texts_tenant_add" ON "message_texts" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_messages_tenant" ON "student_messages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));