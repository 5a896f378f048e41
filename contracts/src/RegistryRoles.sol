// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {IRegistry} from "./interfaces/IRegistry.sol";

/// @title Owner, regulators and notaries
/// @dev The specification fixes the revert strings, so this is not OpenZeppelin's Ownable2Step.
abstract contract RegistryRoles is IRegistry, ERC2771Context {
    uint256 private constant DEFAULT_MAX_GENERATION_DEPTH = 10;

    /// @inheritdoc IRegistry
    address public override owner;
    /// @inheritdoc IRegistry
    address public override pendingOwner;
    /// @inheritdoc IRegistry
    mapping(address account => bool) public override isRegulator;
    /// @inheritdoc IRegistry
    uint256 public override maxGenerationDepth = DEFAULT_MAX_GENERATION_DEPTH;
    /// @inheritdoc IRegistry
    mapping(address account => bool) public override isNotary;

    modifier onlyOwner() {
        _requireOwner();
        _;
    }

    modifier onlyRegulator() {
        _requireRegulator();
        _;
    }

    /// @dev The deployer is `msg.sender` itself: a constructor is never forwarded.
    constructor() {
        owner = msg.sender;
        emit OwnershipTransferred(address(0), msg.sender);
        emit MaxGenerationDepthChanged(0, DEFAULT_MAX_GENERATION_DEPTH, msg.sender);
    }

    /// @inheritdoc IRegistry
    function addRegulator(address regulator) external onlyOwner {
        if (isRegulator[regulator]) return;
        isRegulator[regulator] = true;
        emit RegulatorAdded(regulator, _msgSender());
    }

    /// @inheritdoc IRegistry
    function removeRegulator(address regulator) external onlyOwner {
        if (!isRegulator[regulator]) return;
        isRegulator[regulator] = false;
        emit RegulatorRemoved(regulator, _msgSender());
    }

    /// @inheritdoc IRegistry
    function addNotary(address notary) external onlyOwner {
        if (isNotary[notary]) return;
        isNotary[notary] = true;
        emit NotaryAdded(notary, _msgSender(), uint64(block.timestamp));
    }

    /// @inheritdoc IRegistry
    function removeNotary(address notary) external onlyOwner {
        if (!isNotary[notary]) return;
        isNotary[notary] = false;
        emit NotaryRemoved(notary, _msgSender(), uint64(block.timestamp));
    }

    /// @inheritdoc IRegistry
    function setMaxGenerationDepth(uint256 depth) external onlyOwner {
        uint256 oldDepth = maxGenerationDepth;
        if (depth == oldDepth) return;
        maxGenerationDepth = depth;
        emit MaxGenerationDepthChanged(oldDepth, depth, _msgSender());
    }

    /// @inheritdoc IRegistry
    function transferOwnership(address newOwner) external onlyOwner {
        if (pendingOwner == newOwner) return;
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(owner, newOwner);
    }

    /// @inheritdoc IRegistry
    function acceptOwnership() external {
        address sender = _msgSender();
        require(sender == pendingOwner, "Only pending owner");
        address oldOwner = owner;
        owner = sender;
        pendingOwner = address(0);
        emit OwnershipTransferred(oldOwner, sender);
    }

    /// @dev The owner may act as a regulator without the role.
    function _isRegulator(address account) internal view returns (bool) {
        return isRegulator[account] || account == owner;
    }

    function _requireOwner() private view {
        require(_msgSender() == owner, "Only owner");
    }

    function _requireRegulator() private view {
        require(_isRegulator(_msgSender()), "Only regulator");
    }
}
