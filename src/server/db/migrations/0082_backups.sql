-- expand: backups of the installation, restores, and what its people are mailed about
CREATE TABLE "backup_runs" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"started_at" timestamptz NOT NULL,
	"ended_at" timestamptz NOT NULL,
	"data_as_of" timestamptz,
	"verified_at" timestamptz,
	"target" text NOT NULL,
	"bytes" bigint,
	"rows" bigint,
	"has_keys" boolean NOT NULL,
	"failure" text,
	CONSTRAINT "backup_runs_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "backup_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "installation_alerts" (
	"school_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"since" timestamptz NOT NULL,
	"over_at" timestamptz,
	CONSTRAINT "installation_alerts_school_id_cause_pk" PRIMARY KEY("school_id","cause")
);
--> statement-breakpoint
ALTER TABLE "installation_alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "restores" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"restored_at" timestamptz NOT NULL,
	"copy_id" uuid NOT NULL,
	"data_as_of" timestamptz NOT NULL,
	"release" text NOT NULL,
	CONSTRAINT "restores_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "restores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "backup_runs_ended_idx" ON "backup_runs" USING btree ("school_id","ended_at");--> statement-breakpoint
CREATE POLICY "backup_runs_tenant" ON "backup_runs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "installation_alerts_tenant" ON "installation_alerts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "restores_tenant" ON "restores" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
