-- The planner's statistics hold samples of what is in a column. Of a face they would outlive its deletion, and nobody looks for one by it.
ALTER TABLE "face_templates" ALTER COLUMN "content" SET STATISTICS 0;
