-- expand: when a restored server has ended what came back, and withdrawals repeated by nobody
ALTER TABLE "face_objections" ALTER COLUMN "by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "server_generations" ADD COLUMN "settled_at" timestamptz;
