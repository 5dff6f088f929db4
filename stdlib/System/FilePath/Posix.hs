-- | Paths of files as POSIX has them: taken apart and put together as strings; no file is looked at. The drive of a path is its leading slashes.
-- All functions cost O(n).
module System.FilePath.Posix
  ( FilePath, pathSeparator, pathSeparators, isPathSeparator, searchPathSeparator, isSearchPathSeparator, extSeparator, isExtSeparator
  , splitSearchPath, getSearchPath
  , splitExtension, takeExtension, replaceExtension, (-<.>), dropExtension, addExtension, hasExtension, (<.>), splitExtensions, dropExtensions
  , takeExtensions, replaceExtensions, isExtensionOf, stripExtension
  , splitFileName, takeFileName, replaceFileName, dropFileName, takeBaseName, replaceBaseName, takeDirectory, replaceDirectory
  , combine, (</>), splitPath, joinPath, splitDirectories, splitDrive, joinDrive, takeDrive, hasDrive, dropDrive, isDrive
  , hasTrailingPathSeparator, addTrailingPathSeparator, dropTrailingPathSeparator
  , normalise, equalFilePath, makeRelative, isRelative, isAbsolute, isValid, makeValid
  ) where

import Data.List (dropWhileEnd, isSuffixOf, stripPrefix)
import System.Environment (getEnv)

infixr 7 <.>, -<.>
infixr 5 </>

pathSeparator, searchPathSeparator, extSeparator :: Char
pathSeparator = '/'
searchPathSeparator = ':'
extSeparator = '.'

pathSeparators :: [Char]
pathSeparators = [pathSeparator]

isPathSeparator, isSearchPathSeparator, isExtSeparator :: Char -> Bool
isPathSeparator = (== pathSeparator)
isSearchPathSeparator = (== searchPathSeparator)
isExtSeparator = (== extSeparator)

-- | An empty entry means the current folder.
splitSearchPath :: String -> [FilePath]
splitSearchPath s = case break isSearchPathSeparator s of
    (dir, []) -> [entry dir]
    (dir, _ : rest) -> entry dir : splitSearchPath rest
  where entry dir = if null dir then "." else dir

-- | What PATH says.
getSearchPath :: IO [FilePath]
getSearchPath = fmap splitSearchPath (getEnv "PATH")

-- The longest end without such a character, and what stands before it.
breakEnd :: (a -> Bool) -> [a] -> ([a], [a])
breakEnd p xs = case span (not . p) (reverse xs) of (end, begin) -> (reverse begin, reverse end)

-- ---- Extensions ---------------------------------------------------------------------------------------------------------
-- | The last extension with its dot.
splitExtension :: FilePath -> (FilePath, String)
splitExtension path = case breakEnd isExtSeparator file of
    ([], _) -> (path, "")
    (name, ext) -> (dir ++ init name, extSeparator : ext)
  where (dir, file) = divide path

takeExtension, dropExtension :: FilePath -> FilePath
takeExtension = snd . splitExtension
dropExtension = fst . splitExtension

replaceExtension, (-<.>), addExtension, (<.>) :: FilePath -> String -> FilePath
replaceExtension path ext = dropExtension path <.> ext
(-<.>) = replaceExtension
addExtension path "" = path
addExtension path ext = joinDrive drive (rest ++ dotted ext)
  where (drive, rest) = splitDrive path
(<.>) = addExtension

-- With its dot.
dotted :: String -> String
dotted ext = case ext of
  c : _ | isExtSeparator c -> ext
  _ -> extSeparator : ext

hasExtension :: FilePath -> Bool
hasExtension = any isExtSeparator . takeFileName

-- | All extensions, from the first dot of the name on.
splitExtensions :: FilePath -> (FilePath, String)
splitExtensions path = (dir ++ name, exts)
  where (dir, file) = divide path
        (name, exts) = break isExtSeparator file

takeExtensions, dropExtensions :: FilePath -> FilePath
takeExtensions = snd . splitExtensions
dropExtensions = fst . splitExtensions

replaceExtensions :: FilePath -> String -> FilePath
replaceExtensions path ext = dropExtensions path <.> ext

isExtensionOf :: String -> FilePath -> Bool
isExtensionOf ext path = dotted ext `isSuffixOf` takeExtensions path

-- | The path without the extension, where it has that.
stripExtension :: String -> FilePath -> Maybe FilePath
stripExtension "" path = Just path
stripExtension ext path = fmap reverse (stripPrefix (reverse (dotted ext)) (reverse path))

-- ---- Names and folders ------------------------------------------------------------------------------------------------------
-- Folder, with what separates it, and name.
divide :: FilePath -> (FilePath, String)
divide path = (drive ++ dir, file)
  where (drive, rest) = splitDrive path
        (dir, file) = breakEnd isPathSeparator rest

-- | The folder is "./" where there is none.
splitFileName :: FilePath -> (String, String)
splitFileName path = case divide path of
  ("", file) -> ("./", file)
  r -> r

takeFileName, dropFileName, takeBaseName, takeDirectory :: FilePath -> FilePath
takeFileName = snd . splitFileName
dropFileName = fst . splitFileName
takeBaseName = dropExtension . takeFileName
takeDirectory = dropTrailingPathSeparator . dropFileName

replaceFileName, replaceBaseName, replaceDirectory :: FilePath -> String -> FilePath
replaceFileName path name = fst (divide path) </> name
replaceBaseName path name = append dir (name <.> takeExtension file)
  where (dir, file) = divide path
replaceDirectory path dir = append dir (takeFileName path)

-- | The second path, seen from the first; itself where it is absolute.
combine, (</>) :: FilePath -> FilePath -> FilePath
combine a b = if hasDrive b then b else append a b
(</>) = combine

append :: FilePath -> FilePath -> FilePath
append a b
  | null a = b
  | null b = a
  | hasTrailingPathSeparator a = a ++ b
  | otherwise = a ++ pathSeparator : b

-- | With what separates them.
splitPath :: FilePath -> [FilePath]
splitPath path = [drive | not (null drive)] ++ pieces rest
  where
    (drive, rest) = splitDrive path
    pieces "" = []
    pieces s = case break isPathSeparator s of
      (name, s') -> case span isPathSeparator s' of (slashes, s'') -> (name ++ slashes) : pieces s''

splitDirectories :: FilePath -> [FilePath]
splitDirectories = map dropTrailingPathSeparator . splitPath

joinPath :: [FilePath] -> FilePath
joinPath = foldr combine ""

splitDrive :: FilePath -> (FilePath, FilePath)
splitDrive = span isPathSeparator

joinDrive :: FilePath -> FilePath -> FilePath
joinDrive = append

takeDrive, dropDrive :: FilePath -> FilePath
takeDrive = fst . splitDrive
dropDrive = snd . splitDrive

hasDrive, isDrive :: FilePath -> Bool
hasDrive = not . null . takeDrive
isDrive path = not (null path) && null (dropDrive path)

hasTrailingPathSeparator :: FilePath -> Bool
hasTrailingPathSeparator path = not (null path) && isPathSeparator (last path)

addTrailingPathSeparator, dropTrailingPathSeparator :: FilePath -> FilePath
addTrailingPathSeparator path = if hasTrailingPathSeparator path then path else path ++ [pathSeparator]
dropTrailingPathSeparator path
  | hasTrailingPathSeparator path && not (isDrive path) = dropWhileEnd isPathSeparator path
  | otherwise = path

-- ---- What a path means ----------------------------------------------------------------------------------------------------
-- | One slash for several, without "." in the middle; ".." stays, since what it means depends on symbolic links.
normalise :: FilePath -> FilePath
normalise path = result ++ [pathSeparator | isFolder rest && not (hasTrailingPathSeparator result)]
  where
    (drive, rest) = splitDrive path
    result = case (take 1 drive, joinPath (filter (/= ".") (splitDirectories rest))) of
      ("", "") -> "."
      (d, p) -> joinDrive d p
    isFolder s = hasTrailingPathSeparator s || (not (null s) && last s == '.' && hasTrailingPathSeparator (init s))

equalFilePath :: FilePath -> FilePath -> Bool
equalFilePath a b = canonical a == canonical b
  where canonical = dropTrailingPathSeparator . normalise

-- | The second path, from the first folder; itself where it is not below that.
makeRelative :: FilePath -> FilePath -> FilePath
makeRelative root path
  | equalFilePath root path = "."
  | takeDrive root /= takeDrive path = path
  | otherwise = below (dropDrive root) (dropDrive path)
  where
    slashless = dropWhile isPathSeparator
    below "" p = slashless p
    below r p = case (step r, step p) of
      ((a, r'), (b, p')) -> if equalFilePath a b then below r' p' else path
    step s = case break isPathSeparator (slashless s) of (name, rest) -> (name, slashless rest)

isRelative, isAbsolute, isValid :: FilePath -> Bool
isRelative = not . hasDrive
isAbsolute = hasDrive
isValid path = not (null path) && '\0' `notElem` path

makeValid :: FilePath -> FilePath
makeValid "" = "_"
makeValid path = map (\c -> if c == '\0' then '_' else c) path
