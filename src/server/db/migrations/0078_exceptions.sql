-- expand: findings of exceptions at tills, and how far sequences of events have been looked for
CREATE TABLE "pattern_checks" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"stream" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "pattern_checks_school_id_device_id_install_epoch_stream_pk" PRIMARY KEY("school_id","device_id","install_epoch","stream")
);
--> statement-breakpoint
ALTER TABLE "pattern_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pos_exceptions" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "pos_exceptions" ADD COLUMN "finding" text;--> statement-breakpoint
ALTER TABLE "pos_exceptions" ADD COLUMN "concerned" uuid[];--> statement-breakpoint
ALTER TABLE "pos_exceptions" ADD COLUMN "facts" jsonb;--> statement-breakpoint
CREATE POLICY "pattern_checks_tenant" ON "pattern_checks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
