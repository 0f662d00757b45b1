CREATE TABLE "many_messages" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"words" jsonb NOT NULL,
	"is_necessary" boolean NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"origin" text NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	"leaves_at" timestamptz NOT NULL,
	CONSTRAINT "many_messages_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "many_messages_state_check" CHECK ("many_messages"."state" in ('running', 'stopped', 'done', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "many_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "many_recipients" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"student_ids" uuid[] NOT NULL,
	"made_at" timestamptz NOT NULL,
	"mail_id" uuid,
	"left_out" text,
	"field" text,
	"settled_at" timestamptz,
	CONSTRAINT "many_recipients_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "many_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "many_recipients" ADD CONSTRAINT "many_recipients_school_id_message_id_many_messages_school_id_id_fk" FOREIGN KEY ("school_id","message_id") REFERENCES "public"."many_messages"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "many_messages_started_idx" ON "many_messages" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE INDEX "many_messages_running_idx" ON "many_messages" USING btree ("school_id") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "many_recipients_address_key" ON "many_recipients" USING btree ("school_id","message_id","email_key");--> statement-breakpoint
CREATE INDEX "many_recipients_open_idx" ON "many_recipients" USING btree ("school_id","message_id","id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "many_recipients_made_idx" ON "many_recipients" USING btree ("school_id","made_at","id");--> statement-breakpoint
CREATE INDEX "mails_made_idx" ON "mails" USING btree ("school_id","created_at","id");--> statement-breakpoint
CREATE POLICY "many_messages_tenant" ON "many_messages" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "many_recipients_tenant" ON "many_recipients" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));