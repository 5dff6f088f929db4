-- | Files and folders by name: the everyday part.
module System.Directory
  ( doesFileExist, doesDirectoryExist, removeFile, renameFile, createDirectory, removeDirectory, getCurrentDirectory, setCurrentDirectory
  ) where

import GPH.System
